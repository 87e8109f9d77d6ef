module mystic-sdk/bench/peers

go 1.26

require (
	github.com/stretchr/testify v1.12.1
	github.com/yuin/gopher-lua v1.1.2
	mystic-sdk v0.0.0
)

require (
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/buger/jsonparser v1.1.2 // indirect
	github.com/invopop/jsonschema v0.14.0 // indirect
	github.com/pb33f/ordered-map/v2 v2.3.1 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	go.yaml.in/yaml/v4 v4.0.0-rc.2 // indirect
)

replace mystic-sdk => ../..

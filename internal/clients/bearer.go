package main

import "net/http"

// bearing makes an HTTP client that sends a token with every request.
func bearing(token string) *http.Client {
	return &http.Client{Transport: bearer(token)}
}

type bearer string

// RoundTrip sends a copy of the request, since the original is the caller's.
func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// Package lower compiles scripts: the tree of package syntax is lowered to the VM's own, which the VM compiles. It keeps the
// lines, says with calls what the VM has no words for or does without counting, and goes round what the VM compiles wrongly.
package lower

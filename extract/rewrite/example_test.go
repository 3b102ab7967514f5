package rewrite_test

import (
	"fmt"

	"github.com/urlsift/urlsift/extract/rewrite"
)

// A link may have been rewritten more than once.
func ExampleOriginal() {
	link := "https://www.google.com/url?q=https%3A%2F%2Furldefense.com%2Fv3%2F__http%3A%2F%2Fhost.example%2Fx__%3B!!tok%24"
	for original, ok := rewrite.Original(link); ok; original, ok = rewrite.Original(link) {
		link = original
		fmt.Println(link)
	}
	// Output:
	// https://urldefense.com/v3/__http://host.example/x__;!!tok$
	// http://host.example/x
}

package defang_test

import (
	"fmt"

	"github.com/urlsift/urlsift/extract/defang"
	"github.com/urlsift/urlsift/scan"
)

func ExampleURL() {
	url := defang.URL("http://www.host.example/x?u=http://other.example/")
	fmt.Println(url)
	fmt.Println(defang.URL("mailto:joe@host.example"))

	restored, _ := scan.Restore([]byte(url))
	fmt.Printf("%s\n", restored)
	// Output:
	// hxxp://www[.]host[.]example/x?u=http[:]//other[.]example/
	// mailto[:]joe[@]host[.]example
	// http://www.host.example/x?u=http://other.example/
}

func ExampleText() {
	fmt.Println(defang.Text("Joe wrote: see https://host.example/x, or ask joe@host.example."))
	// Output: Joe wrote: see hxxps://host[.]example/x, or ask joe[@]host[.]example.
}

// A table of hosts and paths has nothing to click, either.
func ExamplePart() {
	fmt.Println(defang.Host("www.host.example"), defang.Part("/login?next=http://other.example/"))
	// Output: www[.]host[.]example /login?next=http[:]//other[.]example/
}

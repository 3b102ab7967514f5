package suffix_test

import (
	"fmt"

	"github.com/urlsift/urlsift/extract/suffix"
)

func ExampleDomain() {
	for _, host := range []string{"www.bbc.co.uk", "joe.github.io", "co.uk"} {
		fmt.Println(suffix.Domain(host))
	}
	// Output:
	// bbc.co.uk true
	// joe.github.io true
	//  false
}

func ExampleFind() {
	host := "www.city.kobe.jp"
	length, icann := suffix.Find(host)
	fmt.Println(host[len(host)-length:], icann)
	// Output: kobe.jp true
}

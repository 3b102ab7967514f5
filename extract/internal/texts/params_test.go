package texts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPercentThatIsNoEscapeStays(t *testing.T) {
	for text, want := range map[string]string{"a%20b": "a b", "100%gA": "100%gA", "100%Ag": "100%Ag",
		"%": "%", "%4": "%4", "%41": "A"} {
		require.Equal(t, want, string(unescapePercent([]byte(text))))
	}
}

func TestParametersOfAFieldAreRead(t *testing.T) {
	for value, want := range map[string]string{
		"text/plain": "", "text/plain; a=b": "a=b", `text/plain; a="b;c" ; D=e`: "a=b;c d=e",
		"text/plain a=b": "a=b", "text/plain!a=b": "", "a/b;a=b;;c=d;": "a=b c=d",
		"a/b; x": "", "a/b; x; y=z": "y=z", "a/b; a = b": "a=b", `a/b; a="b\"c"`: `a=b"c`,
		"a/b; a*0*=utf-8''b%20c; a*1*=%20d; a*2=%20e": "a=b c d%20e",
	} {
		var got []string
		for _, p := range joinContinuations(readParams([]byte(value))) {
			if len(p.value) > 0 {
				got = append(got, fmt.Sprintf("%s=%s", strings.ToLower(fmt.Sprint(p.name)), p.value))
			}
		}
		require.Equal(t, want, strings.Join(got, " "), value)
	}
}

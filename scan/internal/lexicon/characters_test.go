package lexicon

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCharactersHaveTheirClasses(t *testing.T) {
	for class, characters := range map[Class]string{
		Spaced: "az09éßяώعהहკ\u0301٤ʻᎠաاܐހߊকਕકକகకಕകකაአᐁᠠⴰⲁⰀ𞤀𐒰𐐀𐌰ᚠᚁ", Unspaced: "中々あアー한ทខང၁ａ１ㄱ",
		Symbol: "€✶❤💩🙂", Stroke: "©®™→", Joiner: "·・־׳״", Widthless: "\u200c\u200d",
		PathJoiner: "’–‐", HostMark: "…•—", WideDot: "。．｡", Private: "\ue000\U000f0000",
		Delimiting: " .-/،؟“»、！～│█\u00a0\u200b\u00ad\ufffd\uffff\x85",
	} {
		for _, r := range characters {
			require.Equal(t, class, ClassOf(r), "%q", r)
		}
	}
}

func TestALongerSubstituteIsFoundFirst(t *testing.T) {
	marks := newSubstitutes(true, []Substitute{{"[.", "."}, {"[.]", "."}, {".]", "."}})
	require.Equal(t, []Substitute{{"[.]", "."}, {"[.", "."}}, marks.With('[', '.'))
}

package document

import "testing"

func TestMorkGivesItsValues(t *testing.T) {
	requireDecoded(t, func() Decoder { return new(Mork) }, "// <!-- <mdb:mork:z v=\"1.4\"/> -->\n"+
		"< <(a=c)> // (f=iso-8859-1)\n  (8A=Typed)>\n"+
		"<(80=http://host.example/a?b=\\)\\\\\\\r\nc$C3$a9)(81\n"+
		"    =http$3A//host.example/long\\\n/path)(82=a$00b$0)>\n"+
		"{1:^80 {(k^81:c)(s=9u)}\n[-1(^82^8C)(^84=x)]}(83=y",
		"\nc\n\nTyped\n\nhttp://host.example/a?b=)\\c\u00e9\n\n"+
			"http://host.example/long/path\n\nab$0\n\n9u\n\nx\n\ny")
}

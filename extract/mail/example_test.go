package mail_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/urlsift/urlsift/extract/mail"
	"github.com/urlsift/urlsift/extract/sift"
)

// The messages of a mailbox that contain URLs, with fields of their headers.
func ExampleMessage() {
	box := `From joe@host.example Wed May  1 10:00:00 1996
From: Joe <joe@host.example>
Subject: =?iso-8859-1?Q?caf=E9?=
Message-ID: <1@host.example>
Date: Wed, 1 May 1996 09:58:00 GMT

see http://a.example/

From ann@host.example Thu May  2 10:00:00 1996
Subject: Re: that
Newsgroups: rec.host

and http://b.example/
`
	r, err := sift.New(sift.Config{Format: mail.Mbox})
	if err != nil {
		fmt.Println(err)
		return
	}
	for result, err := range r.Stream(context.Background(), "box", strings.NewReader(box)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		m := result.Message
		date, field := m.Dated()
		fmt.Printf("%s in message %d (%s) at %d: ", result, m.Number, result.Format, m.Offset)
		fmt.Printf("%q %q %q %q, ", m.From(), m.Subject(), m.ID(), m.Newsgroups())
		fmt.Printf("%s by %q\n", date.Format("2006-01-02"), field)
	}
	// Output:
	// http://a.example/ in message 1 (mbox) at 0: "Joe <joe@host.example>" "café" "1@host.example" "", 1996-05-01 by "Date"
	// http://b.example/ in message 2 (mbox) at 197: "" "Re: that" "" "rec.host", 1996-05-02 by "From "
}

package texts

import "github.com/urlsift/urlsift/extract/mail"

// A place is the position of a walker in a stream: a message and a part of it.
type place struct {
	path          []int
	member        string        // as Text.Member
	depth         int           // as Text.Depth
	message       *mail.Message // the current one; its Header has no text before share is called
	headerText    []byte        // the text for its Header
	messageShared bool          // it was passed to callers, who may keep it
	outer         *mail.Message // the message that contains the whole stream, or nil
	outerLen      int           // the length of the path of the part that contains the whole stream
	outerMessages int           // the number of messages so far in outer
}

// owner returns the outermost message, to which texts and errors belong. Its Header has
// no text before share is called.
func (p *place) owner() *mail.Message {
	if p.outer != nil {
		return p.outer
	}
	return p.message
}

// share returns the message of a text for callers, who may keep it.
func (p *place) share() *mail.Message {
	if p.outer == nil && p.message != nil && !p.messageShared {
		p.message.Header.Text, p.messageShared = string(p.headerText), true
	}
	return p.owner()
}

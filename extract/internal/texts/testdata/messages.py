"""Prints what Python's mailbox reads of containers: a JSON object for each message.

    python3 messages.py mbox|mmdf|babyl|mh|maildir PATH [KIND PATH ...]
"""

import json
import mailbox
import sys


def body(message):
    """Returns the text of a message, without what its encoding was."""
    parts = []
    for part in message.walk():
        if not part.is_multipart() and part.get_content_maintype() == "text":
            parts.append((part.get_payload(decode=True) or b"").decode("latin-1").rstrip("\n"))
    return "\n".join(parts)


def main(kind, path, *more):
    kinds = {"mbox": mailbox.mbox, "mmdf": mailbox.MMDF, "babyl": mailbox.Babyl, "mh": mailbox.MH, "maildir": mailbox.Maildir}
    box = kinds[kind](path, create=False)
    for key in sorted(box.keys()):
        message = box[key]
        start = box._toc[key][0] if kind in ("mbox", "mmdf", "babyl") else 0
        subject = str(message["subject"] or "")
        print(json.dumps({"path": path, "start": start, "subject": subject, "body": body(message)}))
    if more:
        main(*more)


main(*sys.argv[1:])

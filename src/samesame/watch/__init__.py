"""watch: a folder and feeds whose items are judged as they arrive, once each, whatever is killed when.

settings  what a user may choose
model     arrivals, the documents in them, and what was decided
inbox     which files of the folder are complete; events wake it
items     the documents of a file
entries   the entries of a feed
fetch     a feed over HTTP: conditional, bounded
feeds     when each feed is asked, what it was asked before, and what of it is known
places    names in the target folders; moving without overwriting, also to another file system
log       one line per document, complete again after a kill
commands  the user's programs
journal   what has begun, as notes in the store
decide    arrivals to decisions
group     one group from its beginning to its end, or from wherever a kill left it
loop      waits, and takes what is there

What happens in order, to a group of arrivals: they are read and get ids; the ids are noted in the store; the window
judges them; where each goes is noted; they are moved; commands are called; the log is written; the note is taken away
together with writing what must be remembered. Each step can be done again without another effect, so a start after a
kill does the steps from the noted one on.
"""

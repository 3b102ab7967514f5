package output

// Formats are those that a flag asks for, in the order in which the help lists them.
var Formats = []Format{jsonLines, csvTable, tsvTable}

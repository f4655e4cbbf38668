# Converts the help of one command, with unbroken sentences, to a man page in the format man(7).
#
# Variables: name of the page, the command's words after `anchord`, date, version.

function escaped(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/`/, "\\(ga", text)
    sub(/^\./, "\\\\\\&.", text)
    return text
}

# Adds a line to the description, which the help has before the synopsis, and the page after it.
function add(line) { description = description line "\n" }

# Ends the block of example lines.
function prose() { if (inExample) add(".fi\n.RE"); inExample = 0 }

BEGIN {
    printf ".TH %s 1 %s \"anchord %s\" \"User Commands\"\n", escaped(toupper(name)), date, version
    print ".SH NAME"
}

/^OVERVIEW: / {
    printf "%s \\- %s\n", escaped(name), escaped(substr($0, 11))
    part = "description"
    next
}

/^USAGE: / {
    prose()
    print ".SH SYNOPSIS\n.nf\n.B " escaped(substr($0, 8)) "\n.fi"
    # Some commands have only a title.
    if (description != "") printf ".SH DESCRIPTION\n%s", description
    part = "usage"
    next
}

/^[A-Z][A-Z ]*:$/ {
    print ".SH " escaped(substr($0, 1, length($0) - 1))
    part = "terms"
    next
}

part == "description" && /^$/ { prose(); isApart = description != ""; next }
part == "description" && /^  / {
    if (!inExample) add(".PP\n.RS\n.nf")
    inExample = 1
    add(escaped(substr($0, 3)))
    next
}
part == "description" {
    if (isApart) add(".PP")
    isApart = 0
    add(escaped($0))
    next
}

# The description of a term that was too long for one line.
part == "terms" && substr($0, 1, 26) ~ /^ +$/ { print escaped(substr($0, 27)); next }
# The reference to the help of subcommands.
part == "terms" && /^  See '/ { next }
part == "terms" && /^  [^ ]/ {
    isSplit = substr($0, 26, 1) == " " && substr($0, 27, 1) != "" && substr($0, 27, 1) != "<"
    term = isSplit ? substr($0, 3, 23) : substr($0, 3)
    sub(/ +$/, "", term)
    print ".TP\n.B " escaped(term)
    if (isSplit) print escaped(substr($0, 27))
}

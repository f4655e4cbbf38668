package example.anchord;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A strict reader of JSON (RFC 8259) without duplicate members, and a writer of strings. */
final class Json {
    private static final int MAXIMUM_DEPTH = 32;
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]{0,30})(?:\\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,3})?");
    /** The value of a null, which maps and lists of this class contain. */
    static final Object NULL = new Object();

    private final String text;
    private int position;

    private Json(String text) {
        this.text = text;
    }

    /** Returns a Map, List, String, BigDecimal, Boolean or {@link #NULL}. */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.skipSpace();
        if (json.position < text.length()) {
            throw json.malformed();
        }
        return value;
    }

    /** Appends a string with its quotes. */
    static void write(StringBuilder to, String string) {
        to.append('"');
        for (int i = 0; i < string.length(); i++) {
            char each = string.charAt(i);
            if (each < ' ' || each == '"' || each == '\\' || each > '~') {
                to.append(String.format("\\u%04x", (int) each));
            } else {
                to.append(each);
            }
        }
        to.append('"');
    }

    private Object value(int depth) {
        if (depth > MAXIMUM_DEPTH) {
            throw malformed();
        }
        skipSpace();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> literal("true", Boolean.TRUE);
            case 'f' -> literal("false", Boolean.FALSE);
            case 'n' -> literal("null", NULL);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        position++;
        skipSpace();
        if (take('}')) {
            return members;
        }
        do {
            skipSpace();
            String name = string();
            skipSpace();
            expect(':');
            if (members.put(name, value(depth + 1)) != null) {
                throw malformed();
            }
            skipSpace();
        } while (take(','));
        expect('}');
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<>();
        position++;
        skipSpace();
        if (take(']')) {
            return elements;
        }
        do {
            elements.add(value(depth + 1));
            skipSpace();
        } while (take(','));
        expect(']');
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (!take('"')) {
            char each = peek();
            position++;
            if (each < ' ') {
                throw malformed();
            }
            string.append(each == '\\' ? escaped() : each);
        }
        return string.toString();
    }

    private char escaped() {
        char escape = peek();
        position++;
        int index = "\"\\/bfnrt".indexOf(escape);
        if (index >= 0) {
            return "\"\\/\b\f\n\r\t".charAt(index);
        }
        if (escape != 'u' || position + 4 > text.length()) {
            throw malformed();
        }
        String digits = text.substring(position, position + 4);
        if (!digits.matches("[0-9A-Fa-f]{4}")) {
            throw malformed();
        }
        position += 4;
        return (char) Integer.parseInt(digits, 16);
    }

    private Object number() {
        Matcher matcher = NUMBER.matcher(text).region(position, text.length());
        if (!matcher.lookingAt()) {
            throw malformed();
        }
        position = matcher.end();
        return new BigDecimal(matcher.group());
    }

    private Object literal(String word, Object value) {
        if (!text.startsWith(word, position)) {
            throw malformed();
        }
        position += word.length();
        return value;
    }

    private void skipSpace() {
        while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private char peek() {
        if (position >= text.length()) {
            throw malformed();
        }
        return text.charAt(position);
    }

    private boolean take(char expected) {
        boolean isNext = peek() == expected;
        position += isNext ? 1 : 0;
        return isNext;
    }

    private void expect(char expected) {
        if (!take(expected)) {
            throw malformed();
        }
    }

    private IllegalArgumentException malformed() {
        return new IllegalArgumentException("malformed JSON at the character " + position);
    }
}

package example.anchord;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A whole response of the daemon. */
record Response(int status, Map<String, String> fields, byte[] body) {
    /** Returns the verdict that allows the connection. */
    Verdict verdict() throws AnchordException {
        Map<?, ?> document = document();
        String mediaType = fields.getOrDefault("content-type", "").split(";", 2)[0].strip().toLowerCase(java.util.Locale.ROOT);
        if (status != 200 || !mediaType.equals("application/json")) {
            throw problem(mediaType, document);
        }
        if (!(document.get("id") instanceof String id)
                || !(document.get("trusted") instanceof Boolean trusted)
                || !(document.get("reasons") instanceof List<?> reasons)) {
            throw new NoVerdictException("the response is not a verdict");
        }
        Object action = document.get("action");
        if (trusted != "allow".equals(action) || !Objects.requireNonNullElse(fields.get("anchord-action"), action).equals(action)) {
            throw new NoVerdictException("the verdict contradicts itself");
        }
        if (!trusted) {
            throw denied(id, reasons, action);
        }
        return new Verdict(id, principal(document.get("principal")), time(document.get("validUntil")));
    }

    private Map<?, ?> document() throws NoVerdictException {
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            if (Json.read(text) instanceof Map<?, ?> document) {
                return document;
            }
        } catch (CharacterCodingException | IllegalArgumentException error) {
            throw new NoVerdictException("the response is not JSON: " + error.getMessage());
        }
        throw new NoVerdictException("the response is not a JSON object");
    }

    private NoVerdictException problem(String mediaType, Map<?, ?> document) {
        if (mediaType.equals("application/problem+json")
                && document.get("code") instanceof String code
                && document.get("detail") instanceof String detail) {
            return new NoVerdictException("no verdict: " + code + ": " + detail, code);
        }
        return new NoVerdictException("unexpected response with the status " + status);
    }

    private static DeniedException denied(String id, List<?> reasons, Object action) {
        List<String> codes = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Object each : reasons) {
            if (each instanceof Map<?, ?> reason && "error".equals(reason.get("severity"))) {
                codes.add(String.valueOf(reason.get("code")));
                texts.add(reason.get("code") + ": " + reason.get("message"));
            }
        }
        String text = texts.isEmpty() ? String.valueOf(action) : String.join("; ", texts.subList(0, Math.min(8, texts.size())));
        return new DeniedException("anchord: denied: " + text + " (decision " + id + ")", codes, id);
    }

    private static Verdict.Principal principal(Object value) throws NoVerdictException {
        if (value == null || value == Json.NULL) {
            return null;
        }
        if (value instanceof Map<?, ?> members
                && members.get("kind") instanceof String kind
                && members.get("value") instanceof String name) {
            return new Verdict.Principal(kind, name);
        }
        throw new NoVerdictException("the principal of the verdict is malformed");
    }

    private static Instant time(Object value) throws NoVerdictException {
        if (value == null || value == Json.NULL) {
            return null;
        }
        try {
            return Instant.parse(value.toString());
        } catch (DateTimeException error) {
            throw new NoVerdictException("validUntil of the verdict is malformed");
        }
    }
}

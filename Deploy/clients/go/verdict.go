package anchord

import (
	"fmt"
	"strings"
	"time"
)

// A Verdict is an answer of the daemon.
type Verdict struct {
	// ID is the identifier of the decision, for "anchord decisions --explain".
	ID string `json:"id"`
	// Host is the host of the question.
	Host string `json:"-"`
	// Trusted is whether the peer is allowed. It is not nil.
	Trusted *bool  `json:"trusted"`
	Action  string `json:"action"`
	// Reasons has errors, warnings and notices.
	Reasons []Reason `json:"reasons"`
	// Principal is the name with which the policy allows a client, or nil.
	Principal *Principal `json:"principal"`
	// ValidUntil is the time until which an allowed verdict is valid, or zero.
	ValidUntil time.Time `json:"validUntil"`
}

// A Reason is one finding about a chain.
type Reason struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Remedy   string `json:"remedy"`
}

// A Principal is a name in a client's certificate. Names of different kinds can have the same value.
type Principal struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// A DeniedError is a verdict that does not allow the peer. If it has no error, it allows the client of a watched connection with
// another principal than before.
type DeniedError struct {
	Verdict *Verdict
}

// Codes returns the codes of the errors, the most useful first.
func (e *DeniedError) Codes() []string {
	var codes []string
	for _, reason := range e.Verdict.Reasons {
		if reason.Severity == "error" {
			codes = append(codes, reason.Code)
		}
	}
	return codes
}

func (e *DeniedError) Error() string {
	var text strings.Builder
	text.WriteString("anchord: denied")
	if e.Verdict.Host != "" {
		fmt.Fprintf(&text, " for %q", e.Verdict.Host)
	}
	fmt.Fprintf(&text, ", decision %s", e.Verdict.ID)
	for _, reason := range e.Verdict.Reasons {
		if reason.Severity == "error" {
			fmt.Fprintf(&text, "; %s: %s", reason.Code, reason.Message)
		}
	}
	return text.String()
}

// A Problem is an answer of the daemon without a verdict.
type Problem struct {
	Status int    `json:"status"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

// A NoVerdictError is the lack of an answer: the daemon is down, too slow, answers with a problem, or is not anchord.
type NoVerdictError struct {
	Cause   string
	Problem *Problem // nil unless the daemon answered with a problem
	Err     error    // may be nil
}

func (e *NoVerdictError) Error() string {
	text := "anchord: no verdict: " + e.Cause
	if e.Problem != nil {
		text += fmt.Sprintf(": status %d, %s: %s", e.Problem.Status, e.Problem.Code, e.Problem.Detail)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the error because of which there is no verdict.
func (e *NoVerdictError) Unwrap() error { return e.Err }

func noVerdict(cause string, err error) *NoVerdictError {
	return &NoVerdictError{Cause: cause, Err: err}
}

// Package anchord asks the daemon anchord whether a TLS peer can be trusted.
//
// A [Client] decides in the handshakes of crypto/tls, as a client with [Client.Config] or [Client.Transport], and as a
// server with [Client.ServerConfig] and [Client.Handler]. Only an allowed verdict accepts the peer. Everything else is a
// [DeniedError] or a [NoVerdictError].
package anchord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"
)

const (
	// DefaultAddress is the socket of the Debian package.
	DefaultAddress = "unix:/run/anchord/anchord.sock"
	// DefaultDeadline includes connecting, waiting and reading.
	DefaultDeadline = 2 * time.Second

	shortestDeadline = 800 * time.Millisecond
	margin           = 200 * time.Millisecond
	// With a shorter wait, a soft fail of the daemon allows chains although no fetch began in time.
	shortestWait    = 500 * time.Millisecond
	longestWait     = 30 * time.Second // The longest that the daemon accepts.
	largestResponse = 1 << 20
)

// Options are the settings of a client. The zero value asks the local socket about servers under the policy set "system".
type Options struct {
	// Address is "/PATH", "unix:/PATH", "tcp:HOST:PORT" or "http://HOST:PORT", with a numeric host such as 127.0.0.1 or [::1].
	// The default is DefaultAddress.
	Address string
	// Token, or the content of TokenFile, is a bearer token. It requires a Unix socket or a loopback address.
	Token     string
	TokenFile string
	// Policy is a policy set, or a set and its policy as "set/policy". Questions about clients require one.
	Policy string
	// Deadline limits the time of a question, and is at least 800 ms. The default is DefaultDeadline.
	Deadline time.Duration
	// DaemonUsers are the numbers of users that may own the socket, beside root and anchord.
	DaemonUsers []uint32
	// MaximumAge is how long an allowed verdict may be kept, and so how long a block may take. By default none is kept.
	MaximumAge time.Duration
	// Watch closes a connection when its verdict changes, or when the daemon no longer reports changes. It requires Transport,
	// Handshake or Listener, with which no kept verdict is used. By default, connections are not watched.
	Watch bool
}

// A Client asks one daemon. It is safe for concurrent use.
type Client struct {
	options Options
	token   string
	http    *http.Client
	kept    *keptVerdicts
	silence time.Duration // The longest in a watch.
}

// A Question is about one peer.
type Question struct {
	// Chain has the certificates as DER, the end-entity certificate first.
	Chain [][]byte
	// Host is the name or the address of a server, and empty for a client.
	Host string
	// OCSP and SCTs are what a server stapled.
	OCSP [][]byte
	SCTs [][]byte
	// IsClient is whether the peer is a client.
	IsClient bool
}

// New makes a client, or returns an error if an option is invalid. It does not connect.
func New(options Options) (*Client, error) {
	if options.Address == "" {
		options.Address = DefaultAddress
	}
	if options.Deadline == 0 {
		options.Deadline = DefaultDeadline
	}
	if options.Deadline < shortestDeadline || options.MaximumAge < 0 {
		return nil, errors.New("anchord: the deadline is less than 800 ms, or the maximum age is negative")
	}
	target, err := parseAddress(options.Address)
	if err != nil {
		return nil, err
	}
	token, err := readToken(options, target)
	if err != nil {
		return nil, err
	}
	client := &Client{options: options, token: token, silence: longestSilence, http: newHTTPClient(target, daemonUsers(options))}
	if options.MaximumAge > 0 {
		client.kept = newKeptVerdicts(options.MaximumAge)
	}
	return client, nil
}

// Ask returns the verdict about a peer. The error is nil only if the peer is allowed; otherwise it is a *DeniedError or a
// *NoVerdictError.
func (c *Client) Ask(ctx context.Context, question Question) (*Verdict, error) {
	if c.kept == nil {
		verdict, _, err := c.ask(ctx, question)
		return verdict, err
	}
	key := keyOf(question)
	if verdict := c.kept.get(key); verdict != nil {
		return verdict, nil
	}
	asked := time.Now()
	verdict, age, err := c.ask(ctx, question)
	if err == nil {
		c.kept.put(key, verdict, asked, age)
	}
	return verdict, err
}

// ask returns the verdict, and how long the daemon permits to keep it.
func (c *Client) ask(ctx context.Context, question Question) (*Verdict, time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Deadline)
	defer cancel()
	response, err := c.send(ctx, "/v1/evaluations", question)
	if err != nil {
		return nil, 0, err
	}
	defer response.Body.Close()
	verdict, err := decide(response, question.Host)
	return verdict, maximumAge(response.Header), err
}

// send sends a question to a path, and returns the response, of which the head has arrived.
func (c *Client) send(ctx context.Context, path string, question Question) (*http.Response, error) {
	if len(question.Chain) == 0 {
		return nil, noVerdict("the peer sent no certificate", nil)
	}
	if question.IsClient && c.options.Policy == "" {
		return nil, noVerdict("questions about clients need a policy, and the options have none", nil)
	}
	request, err := c.newRequest(ctx, path, question)
	if err != nil {
		return nil, noVerdict("the question cannot be sent", err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, noVerdict("anchord did not answer", err)
	}
	return response, nil
}

// newRequest returns the request for a question. The daemon may wait until the deadline of the context, or of the options.
func (c *Client) newRequest(ctx context.Context, path string, question Question) (*http.Request, error) {
	left := c.options.Deadline
	if end, ok := ctx.Deadline(); ok && time.Until(end) < left {
		left = time.Until(end)
	}
	wait := sentDeadline(left)
	if wait < shortestWait {
		return nil, errors.New("too little time is left for an answer")
	}
	encoded, err := json.Marshal(struct {
		Chain    [][]byte `json:"chain"`
		Host     string   `json:"host,omitempty"`
		Policy   string   `json:"policy,omitempty"`
		OCSP     [][]byte `json:"ocsp,omitempty"`
		SCTs     [][]byte `json:"scts,omitempty"`
		Deadline string   `json:"deadline"`
	}{question.Chain, question.Host, c.options.Policy, question.OCSP, question.SCTs, fmt.Sprintf("%dms", wait.Milliseconds())})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost"+path, bytes.NewReader(encoded))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	// An empty value is not sent. It permits net/http to repeat the request if a kept connection was closed before a response.
	request.Header["Idempotency-Key"] = []string{}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	return request, nil
}

// sentDeadline returns how long the daemon may wait for evidence. The daemon remembers answers by all members of the question,
// so that the result is a multiple of 100 ms.
func sentDeadline(left time.Duration) time.Duration {
	if left -= margin; left > longestWait {
		return longestWait
	}
	return left.Truncate(100 * time.Millisecond)
}

// decide returns the verdict of a response, or the error for everything except an allowed verdict.
func decide(response *http.Response, host string) (*Verdict, error) {
	body, err := io.ReadAll(io.LimitReader(response.Body, largestResponse+1))
	if err != nil || len(body) > largestResponse {
		return nil, noVerdict("the response is incomplete or too large", err)
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if kind == "application/problem+json" {
		problem := &Problem{Status: response.StatusCode}
		if err := json.Unmarshal(body, problem); err != nil {
			return nil, noVerdict("the problem of the response is malformed", err)
		}
		return nil, &NoVerdictError{Cause: "anchord answered with a problem", Problem: problem}
	}
	if response.StatusCode != http.StatusOK || kind != "application/json" {
		return nil, noVerdict(fmt.Sprintf("the response has status %d and is not a verdict", response.StatusCode), nil)
	}
	return decideByJSON(body, host, response.Header["Anchord-Action"])
}

// decideByJSON decides by a verdict. The field of the head, where it is present, must have the same action.
func decideByJSON(body []byte, host string, actions []string) (*Verdict, error) {
	verdict := &Verdict{Host: host}
	if err := json.Unmarshal(body, verdict); err != nil {
		return nil, noVerdict("the verdict is malformed", err)
	}
	if verdict.ID == "" || verdict.Trusted == nil || verdict.Reasons == nil || *verdict.Trusted != (verdict.Action == "allow") {
		return nil, noVerdict("the response is not a verdict of anchord", nil)
	}
	for _, action := range actions {
		if action != verdict.Action {
			return nil, noVerdict("the verdict contradicts the field Anchord-Action", nil)
		}
	}
	if !*verdict.Trusted {
		return nil, &DeniedError{Verdict: verdict}
	}
	return verdict, nil
}

package anchord

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// The daemon sends a comment every 15 seconds.
	longestSilence = 45 * time.Second
	// The bounds of the time after which another watch may be opened, which the daemon names when it drains.
	shortestRetry = 100 * time.Millisecond
	longestRetry  = 5 * time.Second
)

// A watch is a question whose verdict the daemon reports again when it changes.
type watch struct {
	client   *Client
	question Question
	accepted *Verdict // The first verdict, or nil.

	stop   context.CancelFunc // Ends the response.
	timer  *time.Timer        // Calls stop.
	body   io.Closer
	lines  *bufio.Scanner
	isOpen bool // Whether the response has begun with an allowed verdict.
}

type event struct {
	name, data string
	retry      time.Duration // Zero if the event has none.
}

// open asks, and returns nil if the first verdict is allowed. The caller ends the watch.
func (w *watch) open(ctx context.Context) error {
	ctx, w.stop = context.WithCancel(ctx)
	w.timer = time.AfterFunc(w.client.options.Deadline, w.stop)
	response, err := w.client.send(ctx, "/v1/watches", w.question)
	if err != nil {
		return w.explain(err)
	}
	w.body = response.Body
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		if _, err = decide(response, w.question.Host); err == nil {
			err = noVerdict("the response is not a watch", nil)
		}
		return err
	}
	w.lines = bufio.NewScanner(response.Body)
	w.lines.Buffer(nil, largestResponse)
	first, err := w.next()
	if err == nil && first.name != "verdict" {
		err = noVerdict("the watch does not begin with a verdict", nil)
	}
	if err == nil {
		err = w.decide(first)
	}
	w.isOpen = err == nil
	w.timer.Reset(w.client.silence)
	return err
}

// next returns the next event. Each has one line of data, and ends with an empty line.
func (w *watch) next() (event, error) {
	var next event
	for w.lines.Scan() {
		if w.isOpen {
			w.timer.Reset(w.client.silence)
		}
		line := w.lines.Text()
		if line == "" && next.data != "" {
			return next, nil
		}
		switch name, value, _ := strings.Cut(line, ": "); name {
		case "event":
			next.name = value
		case "data":
			next.data = value
		case "retry":
			if number, err := strconv.ParseUint(value, 10, 31); err == nil {
				next.retry = bounded(time.Duration(number) * time.Millisecond)
			}
		}
	}
	err := w.lines.Err()
	if err == nil {
		err = io.ErrUnexpectedEOF
	}
	return event{}, w.explain(noVerdict("the watch broke", err))
}

func bounded(retry time.Duration) time.Duration {
	if retry < shortestRetry {
		return shortestRetry
	}
	if retry > longestRetry {
		return longestRetry
	}
	return retry
}

// explain returns the error, or that the time has passed if this is its cause.
func (w *watch) explain(err error) error {
	if w.timer.Stop() {
		return err
	}
	return noVerdict("anchord sent nothing in time", context.DeadlineExceeded)
}

// decide returns nil if the event has an allowed verdict with the principal of the first one, which the program has received.
func (w *watch) decide(event event) error {
	verdict, err := decideByJSON([]byte(event.data), w.question.Host, nil)
	if err != nil {
		return err
	}
	if w.accepted == nil {
		w.accepted = verdict
	}
	now, first := verdict.Principal, w.accepted.Principal
	if (now == nil) != (first == nil) || (now != nil && *now != *first) {
		return fmt.Errorf("another principal: %w", &DeniedError{Verdict: verdict})
	}
	return nil
}

// follow waits for a reason to close the connection, and returns it with the time after which another watch may be opened.
func (w *watch) follow() (time.Duration, error) {
	for {
		next, err := w.next()
		if err != nil {
			return 0, err
		}
		switch next.name {
		case "changed":
			if err := w.decide(next); err != nil {
				return 0, fmt.Errorf("anchord: the verdict changed: %w", err)
			}
		case "end":
			problem := &Problem{}
			err := json.Unmarshal([]byte(next.data), problem)
			return next.retry, &NoVerdictError{Cause: "anchord ended the watch", Problem: problem, Err: err}
		}
	}
}

// end ends the response. The watch can be opened again.
func (w *watch) end() {
	w.isOpen = false
	w.timer.Stop()
	w.stop()
	if w.body != nil {
		w.body.Close()
		w.body = nil
	}
}

// run returns when the connection must be closed, or the context is done. After the end of a daemon, it opens the watch once again.
func (w *watch) run(ctx context.Context) error {
	for {
		retry, reason := w.follow()
		w.end()
		if retry == 0 || !pause(ctx, retry) {
			return reason
		}
		if err := w.open(ctx); err != nil {
			w.end()
			return err
		}
	}
}

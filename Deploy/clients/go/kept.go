package anchord

import (
	"crypto/sha256"
	"encoding/binary"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

const mostKept = 4096

type verdictKey [sha256.Size]byte

// keptVerdicts are allowed verdicts of one client, which has one daemon, one token and one policy.
type keptVerdicts struct {
	age     time.Duration
	mutex   sync.Mutex
	entries map[verdictKey]keptVerdict
}

type keptVerdict struct {
	verdict *Verdict
	end     time.Time
}

func newKeptVerdicts(age time.Duration) *keptVerdicts {
	return &keptVerdicts{age: age, entries: map[verdictKey]keptVerdict{}}
}

// keyOf returns a digest of the whole question, in which each text has its length.
func keyOf(question Question) verdictKey {
	hash := sha256.New()
	add := func(bytes []byte) {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(bytes)))
		hash.Write(length[:])
		hash.Write(bytes)
	}
	for _, list := range [][][]byte{question.Chain, question.OCSP, question.SCTs} {
		add([]byte(strconv.Itoa(len(list))))
		for _, item := range list {
			add(item)
		}
	}
	add([]byte(question.Host))
	add([]byte(strconv.FormatBool(question.IsClient)))
	return verdictKey(*(*[sha256.Size]byte)(hash.Sum(nil)))
}

func (k *keptVerdicts) get(key verdictKey) *Verdict {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	entry, ok := k.entries[key]
	if !ok || !time.Now().Before(entry.end) {
		return nil
	}
	return entry.verdict.copy()
}

// put keeps an allowed verdict for the shortest of three times: that of the options, of the response, and of the verdict.
func (k *keptVerdicts) put(key verdictKey, verdict *Verdict, asked time.Time, age time.Duration) {
	if age > k.age {
		age = k.age
	}
	end := asked.Add(age)
	// The difference of two times on the wall is added to the time that does not jump.
	if valid := asked.Add(verdict.ValidUntil.Sub(asked.Round(0))); verdict.ValidUntil.IsZero() || valid.Before(end) {
		end = valid
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if len(k.entries) >= mostKept {
		k.entries = map[verdictKey]keptVerdict{} // Each costs one question.
	}
	k.entries[key] = keptVerdict{verdict.copy(), end}
}

// copy returns a verdict that the caller may change.
func (v *Verdict) copy() *Verdict {
	copied, trusted := *v, v.Trusted != nil && *v.Trusted
	copied.Trusted = &trusted
	copied.Reasons = append([]Reason{}, v.Reasons...)
	if v.Principal != nil {
		principal := *v.Principal
		copied.Principal = &principal
	}
	return &copied
}

// maximumAge returns how long Cache-Control permits to keep a response.
func maximumAge(header http.Header) time.Duration {
	var age time.Duration
	for _, value := range header.Values("Cache-Control") {
		for _, directive := range strings.Split(value, ",") {
			name, text, _ := strings.Cut(strings.TrimSpace(directive), "=")
			switch strings.ToLower(name) {
			case "no-store", "no-cache":
				return 0
			case "max-age":
				if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
					age = time.Duration(seconds) * time.Second
				}
			}
		}
	}
	return age
}

// Benchmark prints the times of handshakes. ../../../benchmark describes its arguments.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"anchord.example/anchord"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: benchmark HOST:PORT COUNT own|anchord")
	}
	address := os.Args[1]
	host, _, err := net.SplitHostPort(address)
	check(err)
	count, err := strconv.Atoi(os.Args[2])
	check(err)
	config, err := configuration(os.Args[3], host)
	check(err)
	for i := 0; i < count; i++ {
		begin := time.Now()
		connection, err := tls.Dial("tcp", address, config)
		check(err)
		fmt.Println(time.Since(begin).Microseconds())
		connection.Close()
	}
	status, err := os.ReadFile("/proc/self/status")
	check(err)
	_, memory, _ := strings.Cut(string(status), "VmRSS:")
	descriptors, err := os.ReadDir("/proc/self/fd")
	check(err)
	fmt.Printf("rss %s fds %d\n", strings.Fields(memory)[0], len(descriptors))
}

// configuration returns the same settings for both modes, except for the check.
func configuration(mode, host string) (*tls.Config, error) {
	if mode == "anchord" {
		client, err := anchord.New(anchord.Options{
			Address:     os.Getenv("ANCHORD_ADDRESS"),
			Policy:      os.Getenv("ANCHORD_POLICY"),
			DaemonUsers: []uint32{uint32(os.Getuid())},
		})
		if err != nil {
			return nil, err
		}
		return client.Config(host), nil
	}
	anchors, err := os.ReadFile(os.Getenv("ANCHORD_ROOT"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(anchors)
	return &tls.Config{MinVersion: tls.VersionTLS12, ServerName: host, RootCAs: roots}, nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

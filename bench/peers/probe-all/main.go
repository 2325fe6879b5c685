// The calls of a check without its judging, as a bare Go program makes them: grpc-go and net/http with their defaults, so many entries at once,
// one time limit for each. It reads entries as JSON, and prints how many answered all calls and what that took of the machine.
package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	reflection "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/protobuf/types/known/emptypb"
)

const concurrency = 256

type entry struct{ Kind, URL string }

// Its arguments are a file of entries ([{kind, url}]), the certificate of the authority, and the limit of an entry.
func main() {
	timeout, err := time.ParseDuration(os.Args[3])
	check(err)
	var entries []entry
	check(json.Unmarshal(read(os.Args[1]), &entries))
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(read(os.Args[2])) {
		log.Fatal("no certificate in ", os.Args[2])
	}
	config := &tls.Config{RootCAs: roots}
	slots := make(chan struct{}, concurrency)
	var answered atomic.Int64
	var all sync.WaitGroup
	for _, one := range entries {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			ctx, cancel := context.WithTimeout(context.Background(), timeout)
			defer cancel()
			probe := probeEVM
			if one.Kind == "grpc" {
				probe = probeGRPC
			}
			if probe(ctx, one.URL, config) == nil {
				answered.Add(1)
			}
		})
	}
	all.Wait()
	printResult(answered.Load())
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Prints the processor time of this process in milliseconds and its peak memory in megabytes.
func printResult(answered int64) {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	cpuMs := (usage.Utime.Nano() + usage.Stime.Nano()) / 1e6
	fmt.Printf("{\"answered\":%d,\"cpuMs\":%d,\"rssMb\":%d}\n", answered, cpuMs, usage.Maxrss*1024/1e6)
}

func read(path string) []byte {
	content, err := os.ReadFile(path)
	check(err)
	return content
}

// Makes all calls at once on one connection.
func probeGRPC(ctx context.Context, address string, config *tls.Config) error {
	// The resolver of Go rather than that of grpc-go, which would also query for a service config.
	connection, err := grpc.NewClient("passthrough:///"+address, grpc.WithTransportCredentials(credentials.NewTLS(config)))
	if err != nil {
		return err
	}
	defer connection.Close()
	call := func(method string) func() error {
		return func() error {
			// Fields of an empty message are unknown, so the answer is parsed and kept.
			return connection.Invoke(ctx, "/cosmos.base.tendermint.v1beta1.Service/"+method, &emptypb.Empty{}, &emptypb.Empty{})
		}
	}
	return atOnce(
		func() error { return listServices(ctx, connection, "v1") },
		func() error { return listServices(ctx, connection, "v1alpha") },
		call("GetNodeInfo"),
		call("GetNodeInfo"),
		call("GetSyncing"),
		call("GetLatestBlock"),
	)
}

// The messages of all versions are alike.
func listServices(ctx context.Context, connection *grpc.ClientConn, version string) error {
	both := &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}
	stream, err := connection.NewStream(ctx, both, "/grpc.reflection."+version+".ServerReflection/ServerReflectionInfo")
	if err != nil {
		return err
	}
	list := &reflection.ServerReflectionRequest_ListServices{}
	if err := stream.SendMsg(&reflection.ServerReflectionRequest{MessageRequest: list}); err != nil {
		return err
	}
	return stream.RecvMsg(&reflection.ServerReflectionResponse{})
}

// Makes one call after another on one connection: net/http has no pipelining, and three handshakes would cost more than two round trips.
func probeEVM(ctx context.Context, url string, config *tls.Config) error {
	transport := &http.Transport{TLSClientConfig: config}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	for _, call := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}`,
		`{"jsonrpc":"2.0","id":2,"method":"eth_chainId","params":[]}`,
		`{"jsonrpc":"2.0","id":3,"method":"eth_chainId","params":[]}`,
	} {
		if err := post(ctx, client, url, call); err != nil {
			return err
		}
	}
	return nil
}

func post(ctx context.Context, client *http.Client, url, call string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewBufferString(call))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var answer struct{ Result json.RawMessage }
	if err := json.Unmarshal(body, &answer); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK || answer.Result == nil {
		return fmt.Errorf("%s: %s", response.Status, body)
	}
	return nil
}

// Resolves to the first error, once all have ended.
func atOnce(calls ...func() error) error {
	results := make(chan error, len(calls))
	for _, call := range calls {
		go func() { results <- call() }()
	}
	var failed error
	for range calls {
		if err := <-results; failed == nil {
			failed = err
		}
	}
	return failed
}

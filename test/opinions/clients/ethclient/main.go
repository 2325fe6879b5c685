// Tries the endpoint of each line of standard input with go-ethereum's client, all at once, and prints what came of it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/ethclient"
)

type question struct {
	Id      int     `json:"id"`
	Kind    string  `json:"kind"`
	Url     string  `json:"url"`
	ChainId *string `json:"chainId"`
	LimitMs int64   `json:"limitMs"`
}

type answer struct {
	Id      int    `json:"id"`
	Outcome string `json:"outcome"`
}

// The chain id, which is compared; the header of the newest block; over websockets also new heads.
func try(ctx context.Context, q question) error {
	client, err := ethclient.DialContext(ctx, q.Url)
	if err != nil {
		return err
	}
	defer client.Close()
	id, err := client.ChainID(ctx)
	if err != nil {
		return err
	}
	if q.ChainId != nil {
		expected, isNumber := new(big.Int).SetString(*q.ChainId, 0)
		if !isNumber || expected.Cmp(id) != 0 {
			return fmt.Errorf("the chain is %s", id)
		}
	}
	if _, err := client.HeaderByNumber(ctx, nil); err != nil {
		return err
	}
	if q.Kind != "evm-ws" {
		return nil
	}
	subscription, err := client.SubscribeNewHead(ctx, make(chan *types.Header))
	if err != nil {
		return err
	}
	subscription.Unsubscribe()
	return nil
}

var ports = regexp.MustCompile(`(localhost|127\.0\.0\.1|\[?::1\]?)(:)\d+`)

// The type of an error, and how its message begins.
func describe(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	text := []rune(ports.ReplaceAllString(first, "${1}${2}PORT"))
	return fmt.Sprintf("%T: %s", err, string(text[:min(len(text), 100)]))
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	printing := sync.Mutex{}
	waiting := sync.WaitGroup{}
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		waiting.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(q.LimitMs)*time.Millisecond)
			defer cancel()
			outcome := "ok"
			if err := try(ctx, q); err != nil {
				outcome = describe(err)
			}
			printing.Lock()
			defer printing.Unlock()
			line, _ := json.Marshal(answer{q.Id, outcome})
			fmt.Println(string(line))
		})
	}
	waiting.Wait()
}

package main

import (
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/client/tx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

// send makes the transaction of a line, and waits for the block that holds it.
func send(node *node, line string) (int64, error) {
	var transfers []sdk.Msg
	for words := strings.Fields(line); len(words) > 1; words = words[2:] {
		to, err := sdk.AccAddressFromBech32(words[0])
		if err != nil {
			return 0, err
		}
		coins, err := sdk.ParseCoinsNormalized(words[1])
		if err != nil {
			return 0, err
		}
		transfers = append(transfers, banktypes.NewMsgSend(node.account, to, coins))
	}
	client := node.WithBroadcastMode(flags.BroadcastSync)
	number, sequence, err := client.AccountRetriever.GetAccountNumberSequence(client, node.account)
	if err != nil {
		return 0, err
	}
	count := uint64(len(transfers))
	factory := tx.Factory{}.
		WithChainID(client.ChainID).WithTxConfig(client.TxConfig).WithKeybase(client.Keyring).
		WithAccountNumber(number).WithSequence(sequence).
		WithGas(200_000 * count).WithFees(fmt.Sprint(2*count, sdk.DefaultBondDenom))
	unsigned, err := factory.BuildUnsignedTx(transfers...)
	if err != nil {
		return 0, err
	}
	if err := tx.Sign(background, factory, keyName, unsigned, true); err != nil {
		return 0, err
	}
	encoded, err := client.TxConfig.TxEncoder()(unsigned.GetTx())
	if err != nil {
		return 0, err
	}
	answer, err := client.BroadcastTx(encoded)
	if err != nil {
		return 0, err
	}
	if answer.Code != 0 {
		return 0, fmt.Errorf("the transfer was refused: %s", answer.RawLog)
	}
	return waitForTransaction(node, answer.TxHash)
}

// waitForTransaction waits until a block holds it.
func waitForTransaction(node *node, txHash string) (int64, error) {
	hash, err := hex.DecodeString(txHash)
	if err != nil {
		return 0, err
	}
	for ; ; time.Sleep(pollInterval) {
		found, err := node.Client.Tx(background, hash, false)
		if err != nil {
			continue
		}
		if found.TxResult.Code != 0 {
			return 0, fmt.Errorf("the transfer failed: %s", found.TxResult.Log)
		}
		return found.Height, nil
	}
}

const FRIENDBOT_TIMEOUT_MS = 30_000;

/** Asks the network's faucet to create an account. True when it did or the account was there; false when it should be asked again. */
export async function askFriendbot(friendbotUrl: string, address: string): Promise<boolean> {
  const url = new URL(friendbotUrl);
  url.searchParams.set("addr", address);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FRIENDBOT_TIMEOUT_MS) });
    const text = await answer.text();
    return answer.ok || text.includes("createAccountAlreadyExist") || text.includes("op_already_exists");
  } catch {
    // Away or too slow: the caller asks again later, and the ledger says in the end whether the account exists.
    return false;
  }
}

const FRIENDBOT_TIMEOUT_MS = 30_000;
/** How faucets, new and old, say that the account exists. */
const THERE_ALREADY = ["account already funded", "createAccountAlreadyExist", "op_already_exists"];

/** Asks the network's faucet to create an account. True when it did or the account was there; false when it should be asked again. */
export async function askFriendbot(friendbotUrl: string, address: string): Promise<boolean> {
  const url = new URL(friendbotUrl);
  url.searchParams.set("addr", address);
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(FRIENDBOT_TIMEOUT_MS) });
    const text = await answer.text();
    return answer.ok || THERE_ALREADY.some((words) => text.includes(words));
  } catch {
    // Away or too slow: the caller asks again later, and the ledger says in the end whether the account exists.
    return false;
  }
}

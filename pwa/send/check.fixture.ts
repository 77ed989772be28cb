import type { SendCheckOutput } from "#schemas/wallet.ts";

/** The server's answer about a payment that it has nothing against. */
export function aCheck(fields: Partial<SendCheckOutput> = {}): SendCheckOutput {
  return {
    recipient: { address: "GANA", username: null, exists: true },
    lookAlikes: [],
    memo: "",
    memoType: "text",
    isMemoFixed: false,
    networkFee: "0.0000100",
    isFeeSponsored: false,
    operatorFee: null,
    setAside: null,
    usd: null,
    total: [{ assetCode: "XLM", issuer: null, amount: "12.5000100" }],
    left: [{ assetCode: "XLM", issuer: null, balance: "87.4999900", spendable: "86.4999900" }],
    needsPassword: true,
    needsSecondFactor: false,
    needsApproval: false,
    refusals: [],
    ...fields,
  };
}

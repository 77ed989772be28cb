import { plural, t } from "@lingui/core/macro";
import { operationWords } from "#pwa/console/desk/level-words.ts";
import { formatAmountText, formatCount, formatPercent } from "#pwa/ui/format.ts";

/** A setting's name, and its value as people read it. Of a setting that this app does not know both are as they are. */
export function settingWords(name: string, value: unknown): { readonly name: string; readonly value: string } {
  return { name: nameOf(name), value: valueOf(name, value) };
}

function nameOf(name: string): string {
  switch (name) {
    case "recipient":
      return t`Whom people pay`;
    case "displayName":
      return t({ message: "Name", context: "of a way to pay in" });
    case "instructions":
      return t`Instructions`;
    case "handleLabel":
      return t`Asked of who pays`;
    case "idLabel":
      return t`Asked of the payment`;
    case "order":
      return t({ message: "Place", context: "in a list" });
    case "xlmRate":
      return t`XLM for a USD`;
    case "secondAbove":
      return t`A second operator above, in USD`;
    case "rateTolerance":
      return t`Tolerance, in percent`;
    case "minAmount":
      return t`At least, in USD`;
    case "maxAmount":
      return t`At most, in USD`;
    case "isKycRequired":
      return t`Identity is asked for`;
    case "kycFrom":
      return t`Identities are asked for from`;
    case "send":
    case "withdraw":
    case "swap":
    case "trade":
      return operationWords(name);
    case "coolOffHours":
      return t`Pause after a new password or second factor`;
    case "weakeningHours":
      return t`Wait before an account is protected less`;
    case "transactionLimit":
      return t`Most of one payment, in USD`;
    case "dailyLimit":
      return t`Most that one sends in a day, in USD`;
    case "approveAbove":
      return t`An operator approves payments above, in USD`;
    case "identitySecondAbove":
      return t`Two operators decide about the identity of whoever holds more than, in USD`;
    case "lossTolerancePercent":
      return t`What an exchange may give away, in percent`;
    case "lossToleranceUsd":
      return t`What an exchange may give away, in USD`;
    case "operationType":
      return t({ message: "For", context: "what a fee is taken for" });
    case "feeType":
      return t`Kind of fee`;
    case "feeValue":
      return t({ message: "Fee", context: "how much it is" });
    case "minFee":
      return t`At least`;
    case "maxFee":
      return t`At most`;
    case "assetCode":
      return t`Asset`;
    case "active":
      return t`In force`;
    default:
      return name;
  }
}

const HOURS = ["coolOffHours", "weakeningHours"];
const PERCENTS = ["rateTolerance", "lossTolerancePercent"];
const AMOUNTS = [
  "xlmRate",
  "secondAbove",
  "minAmount",
  "maxAmount",
  "transactionLimit",
  "dailyLimit",
  "approveAbove",
  "identitySecondAbove",
  "lossToleranceUsd",
  "feeValue",
  "minFee",
  "maxFee",
];

function valueOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return t({ message: "none", context: "no such bound" });
  if (typeof value === "boolean")
    return value ? t({ message: "yes", context: "answer" }) : t({ message: "no", context: "answer" });
  if (typeof value === "number") {
    const count = formatCount(value);
    return HOURS.includes(name) ? plural(value, { one: `${count} hour`, other: `${count} hours` }) : count;
  }
  if (typeof value !== "string") return JSON.stringify(value);
  if (PERCENTS.includes(name)) return formatPercent(value);
  return AMOUNTS.includes(name) && /^\d+(\.\d+)?$/.test(value) ? formatAmountText(value) : value;
}

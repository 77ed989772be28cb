import type { ClientSession } from "mongodb";
import { inSession } from "#server/platform/db/in-session.ts";
import { AppError } from "#schemas/errors.ts";
import { parseAmount } from "#schemas/values/money.ts";
import type { MultisigOffInput, MultisigOnInput } from "#schemas/multisig.ts";
import { accountCollection } from "#server/platform/ingest/account.ts";
import { NATIVE } from "#server/platform/network/assets.ts";
import { notify } from "#server/platform/notifications/notify.ts";
import { accept, type Request } from "#server/platform/submissions/accept.ts";
import { NEEDS_NOTHING } from "#server/platform/submissions/spending.ts";
import type { SubmissionDocument } from "#server/platform/submissions/submission.ts";
import { readProof, spendChallenge } from "./challenge.ts";
import { keyOnLedger, ownKeyOf } from "./own-key.ts";
import { type MultisigDeps, planSwitch, refusalsNow, type SwitchPlan } from "./plan-switch.ts";
import { fingerprintOf } from "./returned.ts";
import { stepsOf } from "./rules.ts";

/**
 * Accepts that a person's own key signs from now on, once the signed challenge proves that they hold it; see {@link accept}. It takes
 * what a payment takes, the second factor in this very request: who could not send the money must not be able to lock it up. Its
 * owner is told at once.
 */
export function turnOn(
  deps: MultisigDeps,
  userId: number,
  { signedXdr, networkFee, idempotencyKey, code }: MultisigOnInput,
): Promise<SubmissionDocument> {
  const { runtime, network } = deps;
  const fingerprint = fingerprintOf("multisig", "on", signedXdr);
  const prove = () => deps.checkSecondFactor(userId, code);
  return record(deps, { userId, idempotencyKey, fingerprint, prove }, networkFee, {
    plan: async () => {
      const plan = await planSwitch(deps, userId, "on");
      if (plan.refusals.length > 0) return { ...plan, ownKey: () => Promise.reject(new AppError("multisig-off")) };
      const proof = await readProof(runtime, userId, { signedXdr, passphrase: network.passphrase });
      const verdict = { ...plan.verdict, needs: { ...NEEDS_NOTHING, secondFactor: true } };
      const ownKey = async (session: ClientSession) => {
        await checkOutsider(deps, proof.key, session);
        await spendChallenge(runtime, session, userId, proof.hash);
        await notify(runtime, session, { userId, kind: "multisig-asked" });
        return proof.key;
      };
      return { ...plan, verdict, ownKey };
    },
  });
}

/** Accepts that the person's own key no longer signs; it has to sign this, too. Repeated and refused like {@link turnOn}. */
export function turnOff(
  deps: MultisigDeps,
  userId: number,
  { networkFee, idempotencyKey }: MultisigOffInput,
): Promise<SubmissionDocument> {
  const fingerprint = fingerprintOf("multisig", "off");
  const request = { userId, idempotencyKey, fingerprint, prove: () => Promise.resolve() };
  return record(deps, request, networkFee, {
    plan: async () => {
      const plan = await planSwitch(deps, userId, "off");
      const onLedger = plan.refusals.length > 0 ? null : await keyOnLedger(deps, plan.account);
      const ownKey = async (session: ClientSession) => {
        const own = onLedger ?? (await ownKeyOf(deps.runtime, plan.account, session));
        if (own === null) throw new AppError("multisig-off");
        return own;
      };
      return { ...plan, ownKey };
    },
  });
}

/** Throws `multisig-key-own` for a key that is an account of the service: nobody but us could sign with it. */
export async function checkOutsider(
  { runtime }: MultisigDeps,
  key: string,
  session: ClientSession | null,
): Promise<void> {
  const options = inSession(session);
  if (await accountCollection(runtime.database).findOne({ _id: key }, options)) throw new AppError("multisig-key-own");
}

/** A switch worked out, and how its own key is found within the transaction that records it. */
interface Switch extends SwitchPlan {
  readonly ownKey: (session: ClientSession) => Promise<string>;
}

function record(
  deps: MultisigDeps,
  request: Request,
  networkFee: string,
  { plan }: { readonly plan: () => Promise<Switch> },
): Promise<SubmissionDocument> {
  const feeLimit = parseAmount(networkFee);
  return accept(deps, request, {
    plan,
    holdTo: ({ fee, feePayer }) => {
      if (feePayer === null && fee > feeLimit) throw new AppError("fees-risen");
    },
    refusalsWithin: (session, planned, wallet) => refusalsNow(deps, session, planned, wallet),
    draft: async ({ turn, account: address, operations, reserve, fee, feePayer, ownKey }, session) => {
      const ours = await deps.signerOf(address, session);
      if (ours === null) throw new AppError("multisig-under-way");
      const steps = stepsOf(turn, { address, ours, own: await ownKey(session) });
      // Our key was changed since the look at the fee.
      if (steps.length !== operations) throw new AppError("fees-risen");
      const held = reserve + (feePayer === null ? fee : 0n);
      return {
        kind: "multisig",
        steps,
        memo: "",
        holds: held > 0n ? [{ ...NATIVE, amount: String(held) }] : [],
        fee: String(fee),
        feeLimit: String(feeLimit),
        feePayer,
      };
    },
  });
}

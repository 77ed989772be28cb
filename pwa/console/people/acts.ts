import { t } from "@lingui/core/macro";
import { call } from "#pwa/platform/api/call.ts";
import type { Endpoint } from "#schemas/endpoints.ts";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import type { PersonOutput } from "#schemas/people.ts";

interface ActFacts {
  readonly userId: number;
  readonly reason: string;
  /** What was typed beside the reason. */
  readonly more: string;
}

/** One thing that an operator may do about a person, in words. */
export interface PersonAct {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly label: string;
  /** What comes of it. */
  readonly does: string;
  /** Said once it is done. */
  readonly done: string;
  /** What else it has to know. */
  readonly more?: { readonly field: string; readonly label: string; readonly hint: string; readonly isNeeded: boolean };
  readonly carryOut: (facts: ActFacts) => Promise<object>;
}

/** What may be done about this person now. */
export function actsOn({ protections }: PersonOutput): readonly PersonAct[] {
  const { isFrozen, hasSecondFactor, passkeys } = protections;
  return [
    isFrozen ? letGo() : freeze(),
    endSessions(),
    ...(hasSecondFactor || passkeys > 0 ? [resetSecondFactor()] : []),
    rotateKey(),
    settleName(),
  ];
}

function freeze(): PersonAct {
  return {
    name: "freeze",
    endpoint: OPERATORS_ENDPOINTS.freezeUser,
    label: t`Freeze the account`,
    does: t`Nothing leaves a frozen account: payments that are not signed yet, orders and standing orders are taken back, and changes that wait are cancelled. Its owner is told.`,
    done: t`The account is frozen`,
    carryOut: ({ userId, reason }) =>
      call(OPERATORS_ENDPOINTS.freezeUser, { params: { userId }, body: { isFrozen: true, reason } }),
  };
}

function letGo(): PersonAct {
  return {
    name: "let-go",
    endpoint: OPERATORS_ENDPOINTS.freezeUser,
    label: t`Let the account go`,
    does: t`Its owner can pay and trade again. What was taken back stays so. If another operator froze it, a second one has to agree.`,
    done: t`The account is let go`,
    carryOut: ({ userId, reason }) =>
      call(OPERATORS_ENDPOINTS.freezeUser, { params: { userId }, body: { isFrozen: false, reason } }),
  };
}

function endSessions(): PersonAct {
  return {
    name: "end-sessions",
    endpoint: OPERATORS_ENDPOINTS.endUserSessions,
    label: t`End all sessions`,
    does: t`They are signed out on all devices, and told.`,
    done: t`They are signed out everywhere`,
    carryOut: ({ userId, reason }) =>
      call(OPERATORS_ENDPOINTS.endUserSessions, { params: { userId }, body: { reason } }),
  };
}

function resetSecondFactor(): PersonAct {
  return {
    name: "reset-second-factor",
    endpoint: OPERATORS_ENDPOINTS.resetSecondFactor,
    label: t`Reset the second factor`,
    does: t`Their second factor and their passkeys are gone: the password alone signs in. They are signed out everywhere, payments pause, and they are told.`,
    done: t`The second factor is gone`,
    carryOut: ({ userId, reason }) =>
      call(OPERATORS_ENDPOINTS.resetSecondFactor, { params: { userId }, body: { reason } }),
  };
}

function rotateKey(): PersonAct {
  return {
    name: "rotate-key",
    endpoint: OPERATORS_ENDPOINTS.rotateKey,
    label: t`Change the key`,
    does: t`Another key signs for the account from the next ledgers on; the address stays.`,
    done: t`The key is being changed`,
    more: {
      field: "kmsKey",
      label: t`Key of a key management service`,
      hint: t`Empty for one that the vault makes. A named key needs a second operator and a day's wait.`,
      isNeeded: false,
    },
    carryOut: ({ userId, reason, more }) =>
      call(OPERATORS_ENDPOINTS.rotateKey, {
        params: { userId },
        body: { reason, ...(more !== "" && { kmsKey: more }) },
      }),
  };
}

function settleName(): PersonAct {
  return {
    name: "settle-name",
    endpoint: OPERATORS_ENDPOINTS.settleName,
    label: t`Settle a name`,
    does: t`Where one word means two people, it leads to this person alone from now on; the other gets another user ID and is told.`,
    done: t`That word leads to this person alone`,
    more: {
      field: "name",
      label: t`The name that two share`,
      hint: t`A name or a user ID.`,
      isNeeded: true,
    },
    carryOut: ({ userId, reason, more }) =>
      call(OPERATORS_ENDPOINTS.settleName, { params: { userId }, body: { name: more, reason } }),
  };
}

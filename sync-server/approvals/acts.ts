import type { ClientSession } from "mongodb";
import type { ProposalContent } from "#schemas/approvals.ts";
import type { ErrorCode } from "#schemas/errors.ts";
import type { Authority } from "./operator-actions.ts";

/** Carries an act out within the transaction of its decision, its note first. Throws where the world has moved past it. */
export type CarryOut = (session: ClientSession, by: Authority) => Promise<void>;

/** One kind of thing that operators do, of which some need two of them. */
export interface Act<Content> {
  /** What it is about, such as `deposit 5`. */
  subject(content: Content): string;
  /** Users whom it is about; none of them proposes or decides it. */
  about(content: Content, session: ClientSession): Promise<readonly number[]>;
  /** How it is said that one of those may not. */
  readonly ownCode?: Extract<ErrorCode, "operator-own" | "approval-own" | "deposit-own" | "identity-own">;
  /** What would be done, in one sentence. */
  says(content: Content): string;
  /** Why one operator's word is not enough, in one sentence; null where it is. */
  whySecond(content: Content, operatorId: number, session: ClientSession): Promise<string | null>;
  /** Asks whatever has to be asked outside of the transaction. */
  prepare(content: Content): Promise<CarryOut>;
  /** Waits for so long after its approval. */
  readonly delayMs?: number;
  /** Beside the approval of what waits, and what stops it then. */
  onApproved?(session: ClientSession, content: Content, from: Date): Promise<void>;
  onStopped?(session: ClientSession, content: Content): Promise<void>;
  /** After it was carried out. */
  afterwards?(content: Content): Promise<void> | void;
}

/** An act with its content, whatever its kind. */
export interface Bound {
  readonly subject: string;
  readonly says: string;
  readonly ownCode: Extract<ErrorCode, "operator-own" | "approval-own" | "deposit-own" | "identity-own">;
  readonly delayMs: number | null;
  about(session: ClientSession): Promise<readonly number[]>;
  whySecond(operatorId: number, session: ClientSession): Promise<string | null>;
  prepare(): Promise<CarryOut>;
  onApproved(session: ClientSession, from: Date): Promise<void>;
  onStopped(session: ClientSession): Promise<void>;
  afterwards(): Promise<void>;
}

/** Binds a content to its kind's act. */
export function bind<Content extends ProposalContent>(act: Act<Content>, content: Content): Bound {
  return {
    subject: act.subject(content),
    says: act.says(content),
    ownCode: act.ownCode ?? "operator-own",
    delayMs: act.delayMs ?? null,
    about: (session) => act.about(content, session),
    whySecond: (operatorId, session) => act.whySecond(content, operatorId, session),
    prepare: () => act.prepare(content),
    onApproved: async (session, from) => act.onApproved?.(session, content, from),
    onStopped: async (session) => act.onStopped?.(session, content),
    afterwards: async () => act.afterwards?.(content),
  };
}

import { t } from "@lingui/core/macro";
import { useState } from "react";
import { eventOfFailure } from "#pwa/parts/confirming/submission-answer.ts";
import { call } from "#pwa/platform/api/call.ts";
import { STANDING_ORDERS_ENDPOINTS } from "#schemas/endpoints/standing-orders.ts";
import type { PaymentRow } from "./repeat-words.ts";

interface Said {
  readonly tone: "info" | "warn" | "error";
  readonly text: string;
}

/** Cancels a repeated payment or leaves out the next of it, and says what came of that. */
export function useEnding({ uid }: Pick<PaymentRow, "uid">) {
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Said | null>(null);
  async function ask(question: () => Promise<Said>): Promise<void> {
    setBusy(true);
    setNotice(null);
    try {
      setNotice(await question());
    } catch (error) {
      setNotice({ tone: "error", text: eventOfFailure(error).message });
    } finally {
      setBusy(false);
    }
  }
  return {
    isBusy,
    notice,
    cancel: () =>
      ask(async () => {
        const { submissionId } = await call(STANDING_ORDERS_ENDPOINTS.cancelStandingOrder, { body: { uid } });
        return submissionId === null
          ? { tone: "info", text: t`Cancelled. Nothing more is paid by it.` }
          : {
              tone: "warn",
              text: t`Cancelled, but one is signed already and ends as the network says. Nothing comes after it.`,
            };
      }),
    skip: (at: string) =>
      ask(async () => {
        await call(STANDING_ORDERS_ENDPOINTS.skipRepeatedPayment, { body: { uid, at } });
        return { tone: "info", text: t`The next one is left out. The others come as planned.` };
      }),
  };
}

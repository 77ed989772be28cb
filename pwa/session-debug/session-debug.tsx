import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Bug, ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { request } from "#pwa/platform/api/request.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { Button } from "#pwa/ui/button.tsx";

const IS_SHOWN = true;
const FAILURE = {
  get error() {
    return t`Failed to check auth status`;
  },
};

/**
 * Shows the raw answer of /api/auth-status. Floats at the foot of the window, one row high until it has an answer, and comes
 * to rest below what it stands after.
 */
export function SessionDebug() {
  const [isOpen, setOpen] = useState(true);
  const [answer, setAnswer] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  if (!IS_SHOWN) return null;

  async function check() {
    setChecking(true);
    setAnswer(await readAuthStatus());
    setOpen(true);
    setChecking(false);
  }

  return (
    <aside aria-label={t`Session Debug`} className="sticky bottom-0 z-10 mx-auto w-full max-w-6xl px-4 pb-safe sm:px-6">
      <div className="mb-3 ms-auto w-full rounded-md border border-line bg-surface-2 px-3 py-1 text-sm shadow-raised sm:w-80">
        <div className="flex min-h-11 items-center gap-2">
          <Bug aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
          <span className="flex-1 text-xs font-medium text-ink-2">
            <Trans>Session Debug</Trans>
          </span>
          <Button variant="secondary" size="sm" loading={isChecking} onClick={check}>
            <Trans>Check Auth</Trans>
          </Button>
          {answer === null ? null : <Fold isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
        </div>
        {answer === null || !isOpen ? null : (
          <pre
            role="status"
            className="max-h-40 overflow-auto pb-2 font-mono text-xs break-all whitespace-pre-wrap text-ink-2"
          >
            {JSON.stringify(answer, null, 2)}
          </pre>
        )}
      </div>
    </aside>
  );
}

function Fold({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) {
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={isOpen ? t`Hide the answer` : t`Show the answer`}
      onClick={onToggle}
      className="grid size-11 place-items-center rounded-md text-ink-2"
    >
      <Chevron aria-hidden="true" className="size-4" />
    </button>
  );
}

async function readAuthStatus(): Promise<unknown> {
  try {
    const response = await request("/api/auth-status");
    const answer: unknown = await response.json();
    return answer;
  } catch (error) {
    logProblem("The auth status could not be read", error);
    return FAILURE;
  }
}

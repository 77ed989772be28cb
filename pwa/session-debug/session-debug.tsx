import { Bug, ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { request } from "#pwa/platform/api/request.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { Button } from "#pwa/ui/button.tsx";

const IS_SHOWN = true;
const FAILURE = { error: "Failed to check auth status" };

/** Shows the raw answer of /api/auth-status. Floats at the foot of its column on desktops and folds away, never over the form. */
export function SessionDebug() {
  const [isOpen, setOpen] = useState(true);
  const [answer, setAnswer] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  if (!IS_SHOWN) return null;

  async function check() {
    setChecking(true);
    setAnswer(await readAuthStatus());
    setChecking(false);
  }

  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <aside aria-label="Session Debug" className="mx-auto w-full max-w-md lg:sticky lg:bottom-4 lg:z-10 lg:mx-0 lg:w-72">
      <div className="rounded-md border border-line bg-surface-2 text-sm shadow-raised">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 rounded-md px-3 text-xs font-medium text-ink-2"
        >
          <Bug aria-hidden="true" className="size-4" />
          <span className="flex-1 text-left">Session Debug</span>
          <Chevron aria-hidden="true" className="size-4" />
        </button>
        {isOpen ? (
          <div className="space-y-2 px-3 pb-3">
            <Button variant="secondary" size="sm" className="w-full" loading={isChecking} onClick={check}>
              Check Auth
            </Button>
            {answer === null ? null : (
              <pre
                role="status"
                className="max-h-40 overflow-auto font-mono text-xs break-all whitespace-pre-wrap text-ink-2"
              >
                {JSON.stringify(answer, null, 2)}
              </pre>
            )}
          </div>
        ) : null}
      </div>
    </aside>
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

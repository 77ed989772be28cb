import { ReviewSheet } from "#pwa/parts/confirming/review-sheet.tsx";
import { Costs, useTurn } from "./costs.tsx";
import { Signing } from "./sign-sheet.tsx";

/** The review of doing without the second key, then what has to be signed for it. */
export function TurnOffSheet({ onClose }: { readonly onClose: () => void }) {
  const confirmation = useTurn("off");
  const { state } = confirmation;
  if (state.step === "tracking") return <Signing submission={state.submission} onClose={onClose} />;
  const check = "check" in state ? state.check : null;
  return (
    <ReviewSheet title="Turn the second key off?" label="Go on and sign it" isDangerous {...{ confirmation, onClose }}>
      {check === null ? null : <Costs turn="off" check={check} />}
      <ul className="list-disc space-y-1.5 ps-5 text-sm text-ink-2">
        <li>Your key has to sign this, too. You sign it in the next step.</li>
        <li>After that, this service alone signs your payments again, as you confirm them here.</li>
        {check === null || check.pauseHours === 0 ? null : (
          <li>For your safety nothing can be sent for {check.pauseHours} hours afterwards.</li>
        )}
      </ul>
    </ReviewSheet>
  );
}

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Camera } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { logProblem } from "#pwa/platform/device/log.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Spinner } from "#pwa/ui/spinner.tsx";
import {
  type CameraProblem,
  cameraProblemWords,
  openCamera,
  problemOf,
  showsSomething,
  staysBlack,
  takeFrame,
} from "./camera.ts";

interface CameraViewProps {
  readonly isSelfie: boolean;
  readonly onTaken: (picture: Blob) => void;
  readonly onBack: () => void;
  /** What can be done where the camera cannot. */
  readonly otherWays: ReactNode;
}

type CameraState =
  | { readonly kind: "starting" | "live" }
  | { readonly kind: "failed"; readonly problem: CameraProblem };

/** The camera in the page, with the button that takes the picture; whatever goes wrong with it offers the other ways. */
export function CameraView({ isSelfie, onTaken, onBack, otherWays }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>({ kind: "starting" });
  const [attempt, setAttempt] = useState(0);
  const shutter = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const stop = new AbortController();
    const show = (next: CameraState) => {
      if (!stop.signal.aborted) setState(next);
    };
    watch(video.current, isSelfie ? "user" : "environment", stop.signal, show).catch((error: unknown) =>
      show({ kind: "failed", problem: problemOf(error) }),
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each attempt opens it anew.
  }, [isSelfie, attempt]);

  const isLive = state.kind === "live";
  useEffect(() => {
    if (isLive) shutter.current?.focus({ preventScroll: true });
  }, [isLive]);

  async function take() {
    const from = video.current;
    if (from === null) return;
    try {
      if (!showsSomething(from)) return setState({ kind: "failed", problem: "black" });
      onTaken(await takeFrame(from));
    } catch (error) {
      logProblem("The camera's picture could not be taken", error);
      setState({ kind: "failed", problem: "failed" });
    }
  }

  if (state.kind === "failed")
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="error" title={cameraProblemWords(state.problem)}>
          <Trans>You can go on without it:</Trans>
        </Notice>
        {otherWays}
        <Button
          variant="ghost"
          onClick={() => {
            setState({ kind: "starting" });
            setAttempt((count) => count + 1);
          }}
        >
          <Trans>Try the camera again</Trans>
        </Button>
      </div>
    );
  return (
    <div className="flex flex-col gap-4">
      <Viewfinder video={video} isSelfie={isSelfie} isLive={isLive} />
      <div className="flex flex-wrap gap-2">
        <Button ref={shutter} className="grow" disabled={!isLive} onClick={() => void take()}>
          <Camera aria-hidden="true" className="size-4" />
          <Trans context="with the camera">Take the picture</Trans>
        </Button>
        <Button variant="ghost" onClick={onBack}>
          <Trans context="to send a picture, without the camera">Another way</Trans>
        </Button>
      </div>
    </div>
  );
}

interface ViewfinderProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly isSelfie: boolean;
  readonly isLive: boolean;
}

/** What the camera sees, and where in it the document or the face belongs. */
function Viewfinder({ video, isSelfie, isLive }: ViewfinderProps) {
  return (
    <div
      className={classNames(
        "relative grid aspect-4/3 place-items-center overflow-hidden rounded-md",
        // No theme's colour looks through where the camera is wider, or less wide, than its frame.
        isLive ? "bg-[rgb(0_0_0)]" : "bg-surface-2",
      )}
    >
      <video
        ref={video}
        muted
        playsInline
        data-private=""
        aria-label={t`What the camera sees`}
        className={classNames("absolute inset-0 size-full object-contain", isSelfie && "-scale-x-100")}
      />
      {isLive ? (
        <span
          aria-hidden="true"
          className={classNames(
            // White on a veil of black: the same in every theme, over whatever the camera sees.
            "pointer-events-none absolute border-2 border-dashed border-[rgb(255_255_255)] shadow-[0_0_0_100vmax_rgb(0_0_0/0.45)]",
            isSelfie ? "inset-y-[8%] aspect-3/4 rounded-full" : "inset-[8%] rounded-md",
          )}
        />
      ) : (
        <Spinner label={t`Your browser may ask whether the camera can be used`} />
      )}
    </div>
  );
}

/** Shows the camera until `signal` says stop; it is off when it returns. */
async function watch(
  video: HTMLVideoElement | null,
  facing: "user" | "environment",
  signal: AbortSignal,
  show: (state: CameraState) => void,
): Promise<void> {
  if (video === null) return;
  const stream = await openCamera(facing);
  const end = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return end();
  signal.addEventListener("abort", end);
  for (const track of stream.getTracks())
    track.addEventListener("ended", () => show({ kind: "failed", problem: "in-use" }));
  video.srcObject = stream;
  await video.play();
  show({ kind: "live" });
  if (await staysBlack(video, signal)) {
    end();
    show({ kind: "failed", problem: "black" });
  }
}

import { t } from "@lingui/core/macro";
import { isBlack } from "./picture-hints.ts";
import { lookedAt } from "./prepare-picture.ts";
import { pageCanvas } from "./take-picture-in.ts";

export type CameraProblem = "denied" | "absent" | "in-use" | "black" | "failed";

/** Long enough for a camera that begins dark. */
const BLACK_LOOKS = 6;
const LOOK_EVERY_MS = 400;
const QUALITY = 0.95;

/** Opens a camera as large as it goes: `user` looks at whoever holds the device. Throws what `problemOf` reads. */
export async function openCamera(facing: "user" | "environment"): Promise<MediaStream> {
  if (navigator.mediaDevices === undefined) throw new DOMException(undefined, "NotFoundError");
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: facing, width: { ideal: 2560 }, height: { ideal: 1440 } },
  });
}

export function problemOf(error: unknown): CameraProblem {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "absent";
    case "NotReadableError":
    case "AbortError":
      return "in-use";
    default:
      return "failed";
  }
}

/** Whether a camera shows nothing, looked at for a while; false as soon as something is seen, or `signal` says stop. */
export async function staysBlack(video: HTMLVideoElement, signal: AbortSignal): Promise<boolean> {
  for (let looks = 0; looks < BLACK_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    if (signal.aborted || showsSomething(video)) return false;
  }
  return true;
}

export function showsSomething(video: HTMLVideoElement): boolean {
  return video.videoWidth > 0 && !isBlack(lookedAt(video, pageCanvas));
}

/** What the camera sees at this moment. */
export function takeFrame(video: HTMLVideoElement): Promise<Blob> {
  const { context, toJpeg } = pageCanvas({ width: video.videoWidth, height: video.videoHeight });
  context.drawImage(video, 0, 0);
  return toJpeg(QUALITY);
}

/** What stands in a camera's place. */
export function cameraProblemWords(problem: CameraProblem): string {
  switch (problem) {
    case "denied":
      return t`The camera may not be used here. You can allow it in your browser's settings for this page.`;
    case "absent":
      return t`No camera was found on this device.`;
    case "in-use":
      return t`Another app is using the camera. Close it there, and try again.`;
    case "black":
      return t`The camera shows nothing but black. It may be covered, or switched off.`;
    case "failed":
      return t`The camera could not be started.`;
  }
}

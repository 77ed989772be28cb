import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ImageUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { readQr, readQrFile } from "./read-qr.ts";

const LOOK_EVERY_MS = 250;
/** More than any payment link: what is longer is refused as such, without reading a whole book. */
const LONGEST_TEXT = 8192;

interface ScanSheetProps {
  /** Called with the text of the first code seen. */
  readonly onRead: (text: string) => void;
  readonly onClose: () => void;
}

/** Reads a QR code with the camera or from a picture. */
export function ScanSheet({ onRead, onClose }: ScanSheetProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [hasCamera, setHasCamera] = useState(true);

  useEffect(() => {
    const stop = new AbortController();
    void watchCamera(video.current, stop.signal, onRead).catch(() => {
      if (!stop.signal.aborted) setHasCamera(false);
    });
    return () => stop.abort();
  }, [onRead]);

  // A picture of a code may also be pasted, from a screenshot or a message.
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (file !== undefined) void readFile(file);
      else if (text !== "") onRead(text.slice(0, LONGEST_TEXT));
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  });

  async function readFile(file: File | undefined) {
    if (file === undefined) return;
    setProblem(null);
    try {
      const text = isText(file) ? await file.slice(0, LONGEST_TEXT).text() : await readQrFile(file);
      if (text === null) setProblem(t`No QR code was found in that picture. Try a sharper one, or paste the address.`);
      else onRead(text);
    } catch {
      setProblem(t`That file could not be read as a picture.`);
    }
  }

  return (
    <Sheet
      onClose={onClose}
      title={t`Scan a QR code`}
      description={t`Point the camera at the code, choose a picture of it or a text file with a payment link, or paste either.`}
    >
      <div className="flex flex-col gap-4">
        {hasCamera ? (
          <video
            ref={video}
            muted
            playsInline
            aria-label={t`Camera`}
            className="aspect-square w-full rounded-md bg-surface-2 object-cover"
          />
        ) : (
          <Notice>
            <Trans>The camera cannot be used here. You can choose a picture or a text file instead.</Trans>
          </Notice>
        )}
        {problem === null ? null : <Notice tone="error">{problem}</Notice>}
        <Button asChild variant="secondary">
          <label>
            <ImageUp aria-hidden="true" className="size-4" />
            <Trans>Choose a file</Trans>
            <input
              type="file"
              accept="image/*,text/plain"
              className="sr-only"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                // So that the same file can be chosen again.
                event.target.value = "";
                void readFile(file);
              }}
            />
          </label>
        </Button>
      </div>
    </Sheet>
  );
}

/** A payment link that was sent as a file. */
function isText({ type }: File): boolean {
  return type.startsWith("text/");
}

/** Looks through the camera until a code is seen or `signal` says stop; the camera is off when it returns. */
async function watchCamera(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onRead: (text: string) => void,
): Promise<void> {
  if (video === null || navigator.mediaDevices === undefined) throw new Error("there is no camera");
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = await readQr(video, video.videoWidth, video.videoHeight);
      if (signal.aborted) return;
      if (text !== null) return onRead(text);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

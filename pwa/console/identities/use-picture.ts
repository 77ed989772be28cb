import { useEffect, useState } from "react";
import { failureOf } from "#pwa/parts/forms/failure.ts";
import { callFile } from "#pwa/platform/api/call.ts";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import type { PictureSlot } from "#schemas/kyc.ts";

interface Shown {
  readonly bitmap: ImageBitmap | null;
  readonly problem: string | null;
}

const NOTHING: Shown = { bitmap: null, problem: null };

/**
 * A picture of a check, in memory for as long as it stands on the screen: nothing caches it, and it has no address. That it is looked at
 * goes on record each time.
 */
export function usePicture(id: number, slot: PictureSlot): Shown {
  const [shown, setShown] = useState(NOTHING);
  useEffect(() => {
    const leaving = new AbortController();
    let bitmap: ImageBitmap | null = null;
    const show = async () => {
      const file = await callFile(KYC_DESK_ENDPOINTS.identityPicture, { params: { id, slot }, signal: leaving.signal });
      const drawn = await createImageBitmap(file);
      if (leaving.signal.aborted) return drawn.close();
      bitmap = drawn;
      setShown({ bitmap, problem: null });
    };
    show().catch((error: unknown) => {
      if (!leaving.signal.aborted) setShown({ bitmap: null, problem: failureOf(error, []).notice });
    });
    return () => {
      leaving.abort();
      bitmap?.close();
      setShown(NOTHING);
    };
  }, [id, slot]);
  return shown;
}

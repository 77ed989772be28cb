import { useEffect, useState } from "react";

/** An address of the picture within this page; null until there is one. */
export function usePictureUrl(picture: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    // oxlint-disable-next-line react/set-state-in-effect -- the address is given back with the same effect that made it.
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}

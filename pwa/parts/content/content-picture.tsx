import { createContext, useContext } from "react";

/** The path of a picture of the media library. */
export function mediaPath(mediaId: string): string {
  return `/api/media/${encodeURIComponent(mediaId)}`;
}

/** Where pictures are: in the media library, but for an example that brings its own. */
export const PictureAddress = createContext<(mediaId: string) => string>(mediaPath);

interface ContentPictureProps {
  readonly mediaId: string;
  readonly alt: string;
}

/** A picture in a frame of its own: whatever its shape, it moves nothing when it comes. */
export function ContentPicture({ mediaId, alt }: ContentPictureProps) {
  const addressOf = useContext(PictureAddress);
  return (
    <img
      src={addressOf(mediaId)}
      alt={alt}
      width={1600}
      height={900}
      loading="lazy"
      decoding="async"
      className="aspect-video h-auto w-full rounded-md border border-line bg-surface-2 object-contain"
    />
  );
}

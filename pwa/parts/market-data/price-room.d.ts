import "react";

declare module "react" {
  interface CSSProperties {
    /** How much room the prices of a book or a ladder need: set on the table, read by each of its rows. */
    "--price-room"?: string;
  }
}

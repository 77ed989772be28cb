/** Where, below a server's data folder, the stand-in for its outside world listens. */
export const OUTSIDE_SOCKET = "outside.sock";

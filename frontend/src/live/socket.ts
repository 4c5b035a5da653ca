import type { Line, LineHandlers } from "./connection";

/** The browser's WebSocket as a line. */
export function openSocket(address: string, handlers: LineHandlers): Line {
  const socket = new WebSocket(address);
  socket.onopen = handlers.opened;
  socket.onmessage = (event) => handlers.heard(event.data);
  socket.onclose = (event) => handlers.closed(event.code);
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

/**
 * A one-way stream as a line. It does not come back by itself: how long to pause and where to begin again is
 * the machine's to say.
 */
export function openStream(address: string, handlers: LineHandlers): Line {
  const stream = new EventSource(address);
  stream.onopen = handlers.opened;
  stream.onmessage = (event) => handlers.heard(event.data);
  stream.onerror = () => {
    stream.close();
    handlers.closed(STREAM_BROKE);
  };
  return { send: () => undefined, close: () => stream.close() };
}

/** As a socket that broke without a word. */
const STREAM_BROKE = 1006;

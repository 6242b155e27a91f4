// A search in a worker works in slices: between two of them messages come in.

/** Let waiting messages in, such as one that stops the search; timers would wait longer. */
export function letMessagesIn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });
}

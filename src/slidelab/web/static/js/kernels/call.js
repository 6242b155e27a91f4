// Calls kernels in WebAssembly: their arrays are in its memory, as NumPy's are in the computer's.

export const KINDS = {
  bool: Uint8Array,
  uint8: Uint8Array,
  int8: Int8Array,
  uint16: Uint16Array,
  int16: Int16Array,
  uint32: Uint32Array,
  int32: Int32Array,
  uint64: BigUint64Array,
  int64: BigInt64Array,
  float64: Float64Array,
};

// How a DataView reads what a kernel returns, by the letters of Python's struct: the method, and
// the size, which is the alignment too.
const RESULTS = {
  "?": ["getUint8", 1],
  b: ["getInt8", 1],
  B: ["getUint8", 1],
  h: ["getInt16", 2],
  H: ["getUint16", 2],
  i: ["getInt32", 4],
  I: ["getUint32", 4],
  q: ["getBigInt64", 8],
  Q: ["getBigUint64", 8],
  d: ["getFloat64", 8],
};

const FUNCTIONS = { exp: Math.exp, log: Math.log, sched_yield: () => 0 };
const OK = 0;
const NONE = -2;
const PAGE = 65536;
const ROOM_FOR_RESULT = 128;

/** @param {number[]} shape */
const sizeOf = (shape) => shape.reduce((product, length) => product * length, 1);

/** An array in the memory. */
export class KernelArray {
  /**
   * @param {WebAssembly.Memory} memory
   * @param {number} at its address
   * @param {string} type
   * @param {number[]} shape
   */
  constructor(memory, at, type, shape) {
    this.memory = memory;
    this.at = at;
    this.type = type;
    this.shape = shape;
  }

  /**
   * Valid until the memory grows, so ask for it each time.
   * @returns {any}
   */
  get view() {
    return new KINDS[this.type](this.memory.buffer, this.at, sizeOf(this.shape));
  }

  /** The words of it: its address, its lengths, and the bytes from one element to the next. */
  words() {
    const strides = [];
    let stride = KINDS[this.type].BYTES_PER_ELEMENT;
    for (const length of [...this.shape].reverse()) {
      strides.unshift(stride);
      stride *= length;
    }
    return [this.at, ...this.shape, ...strides].map(BigInt);
  }
}

/** Kernels with a memory of their own, which is given back when nothing refers to them. */
export class Kernels {
  /**
   * @param {WebAssembly.Module} module that of kernels.wasm
   * @param {any} manifest the content of kernels.json
   */
  constructor(module, manifest, mostPages = PAGE) {
    this.manifest = manifest;
    this.memory = new WebAssembly.Memory({ initial: 16, maximum: mostPages });
    const functions = Object.fromEntries(manifest.imports.map((name) => [name, FUNCTIONS[name]]));
    const instance = new WebAssembly.Instance(module, {
      env: { memory: this.memory, ...functions },
    });
    /** @type {any} */
    this.exports = instance.exports;
    /** Where free memory begins. */
    this.top = this.exports.__heap_base.value;
    this.result = this.allocate(manifest.resultAt + ROOM_FOR_RESULT);
  }

  /**
   * The address of this number of bytes; throws a RangeError when the memory cannot grow.
   * @param {number} bytes
   */
  allocate(bytes) {
    const at = Math.ceil(this.top / 16) * 16;
    const missing = at + bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.top = at + bytes;
    return at;
  }

  /**
   * An array of this shape. Without values it holds zeros, if nothing was there before.
   * @param {string} type
   * @param {number[]} shape
   * @param {ArrayLike<any>} [values]
   */
  array(type, shape, values) {
    const at = this.allocate(sizeOf(shape) * KINDS[type].BYTES_PER_ELEMENT);
    const made = new KernelArray(this.memory, at, type, shape);
    if (values) made.view.set(values);
    return made;
  }

  /**
   * The kernels whose names end like this: there are several where they enclose or take different
   * things.
   * @param {string} name
   */
  named(name) {
    return this.manifest.kernels.filter((kernel) => kernel.name.endsWith(name));
  }

  /**
   * A call with these values, by the names of the manifest, to be made as often as needed.
   * @param {any} kernel
   * @param {Record<string, any>} values
   */
  prepare(kernel, values) {
    const words = [];
    const places = {};
    for (const { name, type, dimensions } of kernel.arguments) {
      const value = values[name];
      places[name] = { at: words.length, type };
      if (dimensions === undefined) {
        words.push(asWord(type, value));
      } else {
        if (value?.type !== type || value.shape.length !== dimensions) {
          throw new TypeError(`${kernel.name}: ${name} is not an array of ${type}`);
        }
        words.push(...value.words());
      }
    }
    const block = this.array(
      "uint64",
      [words.length],
      words.map((word) => BigInt.asUintN(64, word)),
    );
    return new PreparedCall(this, kernel, block, places);
  }
}

class PreparedCall {
  /**
   * @param {Kernels} kernels
   * @param {any} kernel
   * @param {KernelArray} block
   * @param {Record<string, any>} places
   */
  constructor(kernels, kernel, block, places) {
    this.kernels = kernels;
    this.kernel = kernel;
    this.block = block;
    this.places = places;
    this.entry = kernels.exports[kernel.export];
  }

  /**
   * Change an argument that is a number, or the array that one is.
   * @param {string} name
   * @param {any} value
   */
  set(name, value) {
    const { at, type } = this.places[name];
    const words = value instanceof KernelArray ? value.words() : [asWord(type, value)];
    this.block.view.set(
      words.map((word) => BigInt.asUintN(64, word)),
      at,
    );
  }

  /**
   * Call the kernel; a tuple comes back as an array, None as null, 64-bit integers as BigInts.
   * @returns {any}
   */
  run() {
    const { memory, result, manifest } = this.kernels;
    const status = this.entry(this.block.at, result);
    if (status === NONE) return null;
    if (status !== OK)
      throw new Error(`${this.kernel.name} raised an exception (status ${status})`);
    if (this.kernel.returns === null) return null;
    const view = new DataView(memory.buffer);
    let at = result + manifest.resultAt;
    const found = [...this.kernel.returns].map((letter) => {
      const [method, size] = RESULTS[letter];
      at = Math.ceil(at / size) * size;
      const value = view[method](at, true);
      at += size;
      return letter === "?" ? value !== 0 : value;
    });
    return found.length === 1 ? found[0] : found;
  }
}

function asWord(type, value) {
  if (type !== "float64") return BigInt(value);
  return new BigUint64Array(Float64Array.of(Number(value)).buffer)[0];
}

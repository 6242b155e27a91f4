// How deep Python may nest the calls that free objects.

/** What CPython begins with, and what the stack of a worker bears. */
const USUAL = 10_000;
const SPARING = 1_000;
/** Where the number is in the state of Python's thread, in words: in the pinned version of Pyodide. */
const PLACE = 9;

/**
 * Python frees a chain of nodes by nested calls, up to 10,000 deep before it puts the rest off. The
 * stack of a worker ends sooner, so that long paths would be the end of Python: it is to put them off
 * earlier. Whatever else is in that place is left alone, which another version may have there.
 * @param {{HEAP32: Int32Array, _PyThreadState_Get: () => number}} module that of Pyodide
 * @returns {boolean} whether it was there
 */
export function spareStack({ HEAP32, _PyThreadState_Get }) {
  const place = _PyThreadState_Get() / HEAP32.BYTES_PER_ELEMENT + PLACE;
  if (HEAP32[place] !== USUAL) return false;
  HEAP32[place] = SPARING;
  return true;
}

// How names and choices are written for people.

export const words = (name) => name.replaceAll(/[-_]/g, " ");
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

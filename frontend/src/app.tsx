/** The application: for now an empty room. */
export function App() {
  return null;
}

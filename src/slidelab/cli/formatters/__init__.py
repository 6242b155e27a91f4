"""Results as text for people, and the parts that such texts are made of."""

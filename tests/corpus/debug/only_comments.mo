// There is a model here some day.
/* And its equations. */

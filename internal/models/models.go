// Package models keeps the models of a data directory: which there are, which encoder is in use, and whether one computes
// what it should. Package embed runs them.
package models

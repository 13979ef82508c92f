"""Clusters of documents: stars around a reference, and connected components."""

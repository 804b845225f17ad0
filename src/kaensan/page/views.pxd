# What `views.view` is in compiled code, whose functions take arrays as they are.

cdef inline object view(object array):
    return array
